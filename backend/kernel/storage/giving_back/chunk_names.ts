import { contentLists } from '../content_lists.js'
import { draftLists } from '../drafts/draft_lists.js'
import { beginningOf, hashesBeginning } from '../../chunks/manifest.js'

/** Lists of chunks of a tenant (`encodeChunks`), all that are committed, each when its turn comes. */
type ChunkLists = (tenantId: string) => AsyncIterable<{ chunks: Uint8Array }>

/**
 * Whatever names chunks. The order counts: names that move from one to another in a transaction, as those of an upload
 * under way become those of a content, stand here first where they come from, so that a walk meets them at either place.
 */
const sources: readonly ChunkLists[] = [draftLists, contentLists]

/** Those of the chunks that somebody of the tenant names. */
export async function namedAmong(
  tenantId: string,
  hashes: ReadonlySet<string>
): Promise<Set<string>> {
  const named = new Set<string>()
  if (hashes.size === 0) return named
  const wanted = new Set([...hashes].map(beginningOf))
  for (const lists of sources) {
    for await (const { chunks } of lists(tenantId)) {
      for (const hash of hashesBeginning(chunks, wanted)) if (hashes.has(hash)) named.add(hash)
    }
  }
  return named
}
