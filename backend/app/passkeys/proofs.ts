import type { PasskeyProof } from '@crossdock/backend/access'
import { verifyPasskey } from './actions/verify_passkey.js'
import { proofChallenge } from './challenges.js'

/** See `passkeyProofs`. */
export const verifyProof = ({ sessionId, userId, answer, refuse, onSuccess }: PasskeyProof) =>
  verifyPasskey({ ...proofChallenge(sessionId), answer, userId, refuse, onSuccess })
