/**
 * How far a chain has come, signed: `head` once a day, `checkpoint` where retention has cut off what was before,
 * `broken` where the chain goes on behind a head that was not this installation's.
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

/** What is signed of it. */
export const signedText = ({
  kind,
  chain,
  seq,
  hash,
  createdAt,
}: Omit<SignedHead, 'keyId' | 'signature'>) =>
  `crossdock audit head\n${JSON.stringify([kind, chain, seq, hash, createdAt])}`

export type CheckHead = (head: SignedHead) => 'good' | 'bad' | 'unknown'
