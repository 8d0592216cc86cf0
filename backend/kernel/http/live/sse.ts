/** A message of a feed; `data` is sent as JSON. */
export interface FeedMessage {
  /** The client sends it back as Last-Event-ID. */
  id?: string
  /** Event name; default `message`. */
  event?: string
  data?: unknown
}

/** Formats a message for Server-Sent Events. JSON contains no line breaks. */
export function sseText({ id, event, data }: FeedMessage): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}\n`]),
  ]
  return `${lines.join('')}\n`
}
