import type { Messages } from '@crossdock/admin/kit'
import reactAdmin from 'ra-language-english'
import kit from '../kit/messages.js'
import login from './login.js'
import shell from './shell.js'

/** English texts of react-admin, the kit, the page frame and the sign-in page. */
export default { ...(reactAdmin as unknown as Messages), ...kit, ...shell, ...login }
