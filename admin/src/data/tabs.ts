export type TabMessage = 'signed-in' | 'signed-out'

/** What this browser's tabs of the console tell each other. */
export class Tabs {
  #channel: BroadcastChannel
  constructor(name: string) {
    this.#channel = new BroadcastChannel(name)
  }
  tell(message: TabMessage) {
    this.#channel.postMessage(message)
  }
  listen(listener: (message: TabMessage) => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
  }
}
