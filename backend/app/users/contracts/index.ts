export { accounts, type Account, type Accounts } from './accounts.js'
export { invitations, type Invitations } from './invitations.js'
export { usersRead, usersWrite } from './permissions.js'
export { builtInRoles, type BuiltInRole } from './roles.js'
