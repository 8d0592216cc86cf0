/** A message of a feed; `data` is sent as JSON. */
export interface FeedMessage {
  /** What the reader brings back as Last-Event-ID. */
  id?: string
  /** Name; `message` when absent. */
  event?: string
  data?: unknown
}

/** A message as it goes over the wire (Server-Sent Events). JSON has no line ends of its own. */
export function sseText({ id, event, data }: FeedMessage): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}\n`]),
  ]
  return `${lines.join('')}\n`
}
