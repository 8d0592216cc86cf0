export { secondFactorsWrite } from './permissions.js'
export { secondFactorSwitch, type SecondFactorSwitch } from './second_factor_switch.js'
