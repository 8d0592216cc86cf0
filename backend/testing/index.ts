export { bootApp, type TestApp, type TestTenant } from './boot_app.js'
export { freePort, ServerProcess } from './server_process.js'
export { countMails, nextMail } from './mailbox.js'
export { until, type Caller, type Reply } from '@crossdock/kernel/testing'
