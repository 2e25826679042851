// What the server put into the page: words, language and puzzles.

const known = JSON.parse(document.getElementById("known").textContent);

export const puzzles = known.puzzles;
export const lang = known.lang;

/** A word or sentence by its name, with {places} filled in. */
export function say(name, places = {}) {
  const text = known.words[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, place) => places[place] ?? "");
}

/** An element of the page by its id. */
export const el = (id) => document.getElementById(id);

/** Nobody answers. With https a new start has a new token, and a new certificate too. */
export const gone = () => say(location.protocol === "https:" ? "gone_lan" : "gone");

/** Whether an answer asks for a token that this page does not have. */
export const locked = (reply) => reply?.status === 401 || reply?.status === 403;
