import type { PasskeyProof } from '@crossdock/backend/access'
import { judge } from './actions/judge.js'
import { proofChallenge } from './challenges.js'

/** See `passkeyProofs`. */
export const judgeProof = ({ sessionId, userId, answer, refuse, onSuccess }: PasskeyProof) =>
  judge({ ...proofChallenge(sessionId), answer, userId, refuse, onSuccess })
