// What the browser keeps for the page. One that keeps nothing, as some do in private windows, is no error.

const memory = (storage) => ({
  /** What is kept under a name; null for nothing. */
  get(name) {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  },
  /** Keeps a text under a name; null takes it away. */
  set(name, value) {
    try {
      if (value === null) storage().removeItem(name);
      else storage().setItem(name, value);
    } catch {
      // It holds as long as the page is open, or not at all.
    }
  },
});

/** For all tabs, between visits. */
export const ofBrowser = memory(() => localStorage);
/** For this tab alone, also when its page is loaded again. */
export const ofTab = memory(() => sessionStorage);
