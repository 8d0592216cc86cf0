import { Reader, type Input } from '@crossdock/kernel/http'
import { setSettings } from '../actions/set_settings.js'
import { ownSettings } from '../queries/settings.js'
import type { settingsBody } from '../validators/notifications.js'

export default class SettingsController {
  show({ http }: Input) {
    return ownSettings(new Reader(http))
  }

  async update({ http, body }: Input<typeof settingsBody>) {
    await setSettings(body.kinds)
    return ownSettings(new Reader(http))
  }
}
