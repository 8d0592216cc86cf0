/**
 * A signed position of a chain. `head`: signed once a day. `checkpoint`: retention deleted the entries up to
 * this one. `broken`: the chain continues after an end that this installation did not write.
 */
export interface SignedHead {
  kind: 'head' | 'checkpoint' | 'broken'
  chain: string
  seq: number
  hash: string
  createdAt: string
  keyId: string
  signature: string
}

/** The text that the signature covers. */
export const signedText = ({
  kind,
  chain,
  seq,
  hash,
  createdAt,
}: Omit<SignedHead, 'keyId' | 'signature'>) =>
  `crossdock audit head\n${JSON.stringify([kind, chain, seq, hash, createdAt])}`

export type CheckHead = (head: SignedHead) => 'good' | 'bad' | 'unknown'
