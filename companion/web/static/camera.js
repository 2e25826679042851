// The browser's camera: the live picture, and JPEGs of it.

export const LONGEST = 640;
const QUALITY = 0.8;

export class Camera {
  constructor(video) {
    this.video = video;
    this.stream = null;
    this.facing = "environment";
    // Called when the camera is taken away: pulled out, or lent to another program.
    this.onlost = null;
    this.asked = 0;
    // One more than there are pictures under way: an answer shows the picture that it is about.
    this.papers = [0, 1, 2].map(() => document.createElement("canvas"));
  }

  /** Opens the camera, the one at the back where there are two. Throws as getUserMedia does. */
  async open() {
    this.close();
    const wish = { width: { ideal: 1280 }, height: { ideal: 960 }, frameRate: { ideal: 30 } };
    this.stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { ...wish, facingMode: this.facing },
    });
    for (const track of this.stream.getVideoTracks()) track.onended = () => this.onlost?.();
    this.video.srcObject = this.stream;
    await this.video.play();
  }

  async others() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter((device) => device.kind === "videoinput").length > 1;
  }

  async turn() {
    this.facing = this.facing === "environment" ? "user" : "environment";
    await this.open();
  }

  /** Lets the picture stand still, and go on. */
  hold(on) {
    if (!this.stream) return;
    if (on) this.video.pause();
    else this.video.play().catch(() => {});
  }

  /** What the browser calls the camera. */
  get label() {
    return this.stream?.getVideoTracks()[0]?.label || null;
  }

  close() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }

  /** Calls back once for the next picture; who asked before and was not answered is forgotten. */
  next(callback) {
    if (this.video.requestVideoFrameCallback) {
      this.video.cancelVideoFrameCallback(this.asked);
      this.asked = this.video.requestVideoFrameCallback(callback);
    } else {
      cancelAnimationFrame(this.asked);
      this.asked = requestAnimationFrame(callback);
    }
  }

  /** The picture as JPEG and as canvas, its longer side 640 pixels at most; null: none yet. */
  async snap() {
    const { videoWidth: wide, videoHeight: high } = this.video;
    if (!wide) return null;
    const paper = this.papers.shift();
    this.papers.push(paper);
    return { paper, jpeg: await shrink(this.video, wide, high, LONGEST, QUALITY, paper) };
  }
}

/** A picture as JPEG of a longest side. */
export function shrink(picture, wide, high, longest, quality, paper) {
  const scale = Math.min(1, longest / Math.max(wide, high));
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  if (paper.width !== width || paper.height !== height) {
    paper.width = width;
    paper.height = height;
  }
  paper.getContext("2d").drawImage(picture, 0, 0, width, height);
  return new Promise((done) => paper.toBlob(done, "image/jpeg", quality));
}
