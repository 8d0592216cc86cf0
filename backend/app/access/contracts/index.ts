export { accessGuards, type AccessGuard } from './guards.js'
export { grants, type Grant, type Grants } from './grants.js'
export { roles, type Roles } from './roles.js'
export { signInLinks, type SignInLinks } from './sign_in_links.js'
