// Notices a server that hangs: one that has said nothing for a while is asked, and is then waited for.

const SECONDS = 2;

export class Heartbeat {
  #ask;
  #tell;
  #timer = 0;
  #wasAsked = false;
  #isWaiting = false;

  /**
   * @param ask asks the server for a sign of life
   * @param tell called with whether the server is waited for, when that changes
   */
  constructor(ask, tell) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** The server has said something. */
  heard() {
    this.#wasAsked = false;
    this.#wait(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onSilence(), 1000 * SECONDS);
  }

  /** There is no connection any more. */
  stop() {
    clearTimeout(this.#timer);
    this.#wait(false);
  }

  #onSilence() {
    if (this.#wasAsked) this.#wait(true);
    else {
      this.#wasAsked = true;
      this.#ask();
      this.#timer = setTimeout(() => this.#onSilence(), 1000 * SECONDS);
    }
  }

  #wait(isWaiting) {
    if (this.#isWaiting !== isWaiting) this.#tell(isWaiting);
    this.#isWaiting = isWaiting;
  }
}
