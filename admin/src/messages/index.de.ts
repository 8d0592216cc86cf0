import kit from '../kit/messages.de.js'
import login from './login.de.js'
import reactAdmin from './react_admin.de.js'
import shell from './shell.de.js'

/** German texts of react-admin, the kit, the page frame and the sign-in page. */
export default { ...reactAdmin, ...kit, ...shell, ...login }
