import type { Problem, Text } from '@crossdock/kernel/http'
import { service } from '@crossdock/kernel/plugin'
import type { PasskeyAnswer } from './passkey_answer.js'

/** An answer by which the person of a session confirms that it is them. */
export interface PasskeyProof {
  sessionId: string
  userId: string
  answer: PasskeyAnswer
  /** Makes the refusal of its sentence. */
  refuse: (sentence: Text) => Problem
  /** Runs in the transaction that notes the use of the passkey. */
  whenGood: () => Promise<void>
}

/** Implemented by the passkeys domain. */
export interface PasskeyProofs {
  /** @throws what `refuse` makes */
  judge(proof: PasskeyProof): Promise<void>
}

export const passkeyProofs = service<PasskeyProofs>('access.passkeyProofs')
