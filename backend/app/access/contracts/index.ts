export { accessGuards, type AccessGuard } from './guards.js'
export { roles, type Roles } from './roles.js'
export { signInLinks, type SignInLinks } from './sign_in_links.js'
