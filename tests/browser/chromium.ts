/**
 * Headless Chromium for tests, driven over its own debugging protocol: no package is needed beside the
 * browser.
 *
 * @module
 */
import { headlessFlags } from "./find_chromium.ts";

export { EMULATED_WEBGPU, findChromium } from "./find_chromium.ts";

type Message = Record<string, unknown>;

/** Record of a page's actions, for tests. */
export interface PageRecord {
  /** Addresses of all requests. */
  readonly requests: string[];
  /** Exceptions that nothing caught. */
  readonly exceptions: string[];
  /** Dialogs: a script that came in with a name would open one. */
  readonly dialogs: string[];
}

/** A node of the tree that screen readers see. */
export interface AccessibleNode {
  /** `link`, `button`, `table`, `heading`, ... */
  readonly role: string;
  /** Name that a screen reader says; may be empty. */
  readonly name: string;
  /** Whether the keyboard reaches it. */
  readonly focusable: boolean;
}

/** One tab. */
export class BrowserPage {
  /** Actions of the page so far. */
  readonly record: PageRecord = { requests: [], exceptions: [], dialogs: [] };
  readonly #send: (method: string, params?: Message) => Promise<Message>;

  /** A tab that is reached by `send`. */
  constructor(send: (method: string, params?: Message) => Promise<Message>) {
    this.#send = send;
  }

  /** Takes an event of the protocol. */
  notice(method: string, params: Message): void {
    if (method === "Network.requestWillBeSent") {
      this.record.requests.push((params.request as { url: string }).url);
    } else if (method === "Runtime.exceptionThrown") {
      this.record.exceptions.push(JSON.stringify(params.exceptionDetails));
    } else if (method === "Page.javascriptDialogOpening") {
      this.record.dialogs.push(String(params.message));
      this.#send("Page.handleJavaScriptDialog", { accept: true });
    }
  }

  /** Sets size and theme, and goes to an address. */
  async open(url: string, options: { readonly width?: number; readonly dark?: boolean } = {}): Promise<void> {
    for (const domain of ["Page", "Network", "Runtime"]) await this.#send(`${domain}.enable`);
    await this.show(options);
    await this.#send("Page.navigate", { url: "about:blank" });
    await this.#send("Page.navigate", { url });
    await this.until(`document.readyState === "complete" && location.href !== "about:blank"`);
  }

  /** Sets size and theme; on paper where `print` is set. */
  async show(
    { width = 1280, height = 900, dark = false, print = false }: {
      readonly width?: number;
      readonly height?: number;
      readonly dark?: boolean;
      readonly print?: boolean;
    },
  ): Promise<void> {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#send("Emulation.setDeviceMetricsOverride", size);
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await this.#send("Emulation.setEmulatedMedia", { features, media: print ? "print" : "" });
  }

  /** The value of an expression in the page, as JSON carries it. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    }) as { result: { value: T }; exceptionDetails?: unknown };
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression: string, seconds = 60): Promise<void> {
    const end = Date.now() + 1000 * seconds;
    while (!await this.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)) {
      if (Date.now() > end) throw new Error(`${expression} did not come true within ${seconds} s`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Moves the mouse to an element and clicks it. */
  async click(selector: string): Promise<void> {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    const { x, y } = await this.evaluate<{ x: number; y: number }>(
      `(() => { const e = ${element}; e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`,
    );
    const mouse = { x, y, button: "left", clickCount: 1 };
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.#send("Input.dispatchMouseEvent", { ...mouse, type });
      // Plotly looks for the nearest point some milliseconds after the mouse has moved.
      if (type === "mouseMoved") await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }

  /** Presses a key: `Tab`, `Enter`. */
  async press(key: string): Promise<void> {
    const code = { key, code: key, windowsVirtualKeyCode: key === "Tab" ? 9 : 13 };
    for (const type of ["keyDown", "keyUp"]) await this.#send("Input.dispatchKeyEvent", { ...code, type });
  }

  /** Nodes of the page that screen readers see, without hidden ones. */
  async accessibleNodes(): Promise<AccessibleNode[]> {
    type Value = { readonly value?: unknown };
    type Node = {
      readonly ignored: boolean;
      readonly role?: Value;
      readonly name?: Value;
      readonly properties?: readonly { readonly name: string; readonly value: Value }[];
    };
    const { nodes } = await this.#send("Accessibility.getFullAXTree") as { nodes: readonly Node[] };
    return nodes.filter(({ ignored }) => !ignored).map(({ role, name, properties = [] }) => ({
      role: String(role?.value ?? ""),
      name: String(name?.value ?? ""),
      focusable: properties.some((each) => each.name === "focusable" && each.value.value === true),
    }));
  }

  /** Lets the page save files, into a folder. */
  async saveInto(folder: string): Promise<void> {
    await this.#send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  }

  /** A picture of what is on the screen. */
  async screenshot(path: string): Promise<void> {
    const { data } = await this.#send("Page.captureScreenshot", { format: "png" }) as { data: string };
    await Deno.writeFile(path, Uint8Array.fromBase64(data));
  }
}

/** A running browser. */
export class Browser implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>();
  readonly #pages = new Map<string, BrowserPage>();
  #next = 0;

  private constructor(process: Deno.ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
  }

  /** Starts a browser with a profile of its own; `graphics` are flags, without a card by default. */
  static async start(executable: string, graphics?: readonly string[]): Promise<Browser> {
    const profile = await Deno.makeTempDir({ prefix: "gnn-repro-chromium-" });
    const process = new Deno.Command(executable, {
      args: [
        ...headlessFlags(profile, graphics),
        "--remote-debugging-port=0",
        "about:blank",
      ],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    let text = "";
    const reader = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the browser ended: ${text}`);
      text += value;
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address === undefined) continue;
      // What it says later is read and forgotten, so that it never waits for a reader.
      (async () => {
        while (!(await reader.read()).done);
      })();
      const socket = new WebSocket(address);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      return new Browser(process, profile, socket);
    }
  }

  #receive({ id, result, error, method, params, sessionId }: Record<string, never>): void {
    if (id === undefined) return this.#pages.get(sessionId)?.notice(method, params);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(JSON.stringify(error)));
    else waiting?.resolve(result);
  }

  #send(method: string, params: Message = {}, sessionId?: string): Promise<Message> {
    const id = ++this.#next;
    const answer = Promise.withResolvers<Message>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return answer.promise;
  }

  /** A new tab. */
  async page(): Promise<BrowserPage> {
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const page = new BrowserPage((method, params) => this.#send(method, params, String(sessionId)));
    this.#pages.set(String(sessionId), page);
    return page;
  }

  /** Ends the browser and removes its profile. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.onclose = resolve);
    this.#send("Browser.close").catch(() => {});
    await this.#process.status;
    await closed;
    await Deno.remove(this.#profile, { recursive: true }).catch(() => {});
  }
}
