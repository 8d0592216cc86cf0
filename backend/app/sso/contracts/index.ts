export { operatorSwitch, type OperatorSwitch } from './operator_switch.js'
export { ssoRead, ssoWrite } from './permissions.js'
