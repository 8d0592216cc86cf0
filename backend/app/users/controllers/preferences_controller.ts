import type { Input } from '@crossdock/kernel/http'
import { setPreferences } from '../actions/set_preferences.js'
import type { setPreferencesBody } from '../validators/preferences.js'

export default class PreferencesController {
  async update({ body }: Input<typeof setPreferencesBody>) {
    return { values: await setPreferences(body.values) }
  }
}
