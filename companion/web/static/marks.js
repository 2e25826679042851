// Paints the server's marks: discs, lines, areas and short words; see companion/web/answers.py.

const TURN = 2 * Math.PI;

/** Paints marks, in pixels of a picture of `size`, and the picture itself if it is given. */
export function paint(canvas, marks, size, picture = null) {
  const [wide, high] = size;
  const box = canvas.getBoundingClientRect();
  const fit = Math.min(box.width / wide, box.height / high) * (window.devicePixelRatio || 1);
  const scale = Math.max(1, Math.min(fit || 1, 4));
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setTransform(width / wide, 0, 0, height / high, 0, 0);
  if (picture) pen.drawImage(picture, 0, 0, wide, high);
  pen.lineCap = pen.lineJoin = "round";
  pen.textAlign = "center";
  for (const [kind, colour, ...rest] of marks) {
    pen.fillStyle = pen.strokeStyle = colour;
    PAINTERS[kind]?.(pen, ...rest);
  }
}

const PAINTERS = {
  d(pen, x, y, radius, width) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, TURN);
    finish(pen, width);
  },
  l(pen, width, closed, ...points) {
    trace(pen, points);
    if (closed) pen.closePath();
    finish(pen, width);
  },
  a(pen, ...points) {
    trace(pen, points);
    pen.fill();
  },
  t(pen, x, y, size, text) {
    pen.font = `600 ${size}px system-ui, sans-serif`;
    // Letters' middles lie so far above the line that they stand on: see companion/paint.py.
    pen.fillText(text, x, y + 0.36 * size);
  },
};

function trace(pen, points) {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i], points[i + 1]);
}

function finish(pen, width) {
  if (width === null) pen.fill();
  else {
    pen.lineWidth = width;
    pen.stroke();
  }
}
