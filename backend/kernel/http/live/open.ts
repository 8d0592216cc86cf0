import type { Call } from '../call.js'
import { openFeed } from './feed.js'

/** Opens the feed or channel a call requested. @throws Problem while there is no room for it */
export async function openStream(call: Call): Promise<void> {
  if (call.operation.live?.kind === 'feed') return openFeed(call)
  const { openChannel } = await import('./channel.js')
  openChannel(call)
}
