export { examineInstallation, type Patient } from './doctor.js'
export { worstOf, type Finding, type Status } from './finding.js'
