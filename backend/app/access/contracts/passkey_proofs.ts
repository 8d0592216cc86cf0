import type { Problem, Text } from '@crossdock/kernel/ground'
import { service } from '@crossdock/kernel/plugin'
import type { PasskeyAnswer } from './passkey_answer.js'

/** A passkey's answer that confirms the identity of the session's person. */
export interface PasskeyProof {
  sessionId: string
  userId: string
  answer: PasskeyAnswer
  /** Makes a refusal with this text. */
  refuse: (sentence: Text) => Problem
  /** Runs in the transaction that records the use of the passkey. */
  onSuccess: () => Promise<void>
}

/** Implemented by the passkeys domain. */
export interface PasskeyProofs {
  /** Checks the answer. @throws the Problem that `refuse` makes */
  judge(proof: PasskeyProof): Promise<void>
}

export const passkeyProofs = service<PasskeyProofs>('access.passkeyProofs')
