export * from './public.js'
export { withoutCredentials } from './credentials.js'
export { mail } from './mail_plugin.js'
