export type TabMessage = 'signed-in' | 'signed-out'

/** Messages between this browser's tabs of the console. */
export class Tabs {
  #channel: BroadcastChannel
  constructor(name: string) {
    this.#channel = new BroadcastChannel(name)
  }
  send(message: TabMessage) {
    this.#channel.postMessage(message)
  }
  close() {
    this.#channel.close()
  }
  listen(listener: (message: TabMessage) => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
  }
}
