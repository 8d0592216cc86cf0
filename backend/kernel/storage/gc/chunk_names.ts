import { contentLists } from '../index/content_lists.js'
import { draftLists } from '../drafts/draft_lists.js'
import { beginningOf, hashesBeginning } from '../../chunks/manifest.js'

/** All committed chunk lists of a tenant (`encodeChunks`), each in its state at that time. */
type ChunkLists = (tenantId: string) => AsyncIterable<{ chunks: Uint8Array }>

/**
 * Everything that names chunks. The order matters: a transaction can move names, as when an upload becomes a
 * content. The source comes first here, so that a walk finds the names in one place or the other.
 */
const sources: readonly ChunkLists[] = [draftLists, contentLists]

/** Returns those of the given chunks that the tenant still names. */
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
