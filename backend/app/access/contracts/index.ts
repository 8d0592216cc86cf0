export { accessGuards, type AccessGuard } from './guards.js'
export { browserSessions, type BrowserSession, type BrowserSessions } from './browser_sessions.js'
export { grants, type Grant, type Grants } from './grants.js'
export { ownPathPattern } from './own_path.js'
export { passkeyAnswer, type PasskeyAnswer } from './passkey_answer.js'
export { passkeyProofs, type PasskeyProof, type PasskeyProofs } from './passkey_proofs.js'
export { sessionsWrite } from './permissions.js'
export {
  presentRights,
  type PresentRights,
  type RightsOfActor,
  type RightsOfPerson,
} from './present_rights.js'
export { roles, roleSources, type RoleOfTenant, type Roles, type RoleSource } from './roles.js'
export { secondFactors, type RecoveryProof, type SecondFactors } from './second_factors.js'
export { signIns, type ProviderSignIn, type SignIns } from './sign_ins.js'
export { signInLinks, type SignInLinks } from './sign_in_links.js'
