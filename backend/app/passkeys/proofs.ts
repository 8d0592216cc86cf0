import type { PasskeyProof } from '@crossdock/backend/access'
import { judge } from './actions/judge.js'
import { proving } from './challenges.js'

/** See `passkeyProofs`. */
export const judgeProof = ({ sessionId, userId, answer, refuse, whenGood }: PasskeyProof) =>
  judge({ ...proving(sessionId), answer, userId, refuse, whenGood })
