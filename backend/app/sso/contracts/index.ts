export { operatorSwitch, type OperatorSwitch } from './operator_switch.js'
export { providers, type Providers } from './providers.js'
export { ssoRead, ssoWrite } from './permissions.js'
