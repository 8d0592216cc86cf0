export { accessGuards, type AccessGuard } from './guards.js'
export { grants, type Grant, type Grants } from './grants.js'
export { roles, roleSources, type RoleOfTenant, type Roles, type RoleSource } from './roles.js'
export { signInLinks, type SignInLinks } from './sign_in_links.js'
