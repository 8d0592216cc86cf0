export { examineInstallation, type Installation as Patient } from './doctor.js'
export { worstOf, type Finding, type Status } from './finding.js'
