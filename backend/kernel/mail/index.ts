export * from './public.js'
export { mail } from './mail_plugin.js'
