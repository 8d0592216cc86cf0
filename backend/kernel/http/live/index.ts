export { channel, feed, type ChannelDeclaration, type FeedDeclaration } from './declare.js'
export type { Channel, ChannelSource, Receiver } from './channel.js'
export type { Feed, FeedSource } from './feed.js'
export { sseText, type FeedMessage } from './sse.js'
