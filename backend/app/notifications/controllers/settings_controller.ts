import { Reader, type Input } from '@crossdock/kernel/http'
import { setSettings } from '../actions/set_settings.js'
import { inOwnScope } from '../queries/scope.js'
import { ownSettings } from '../queries/settings.js'
import type { settingsBody } from '../validators/notifications.js'

export default class SettingsController {
  show({ http }: Input) {
    return inOwnScope(() => ownSettings(new Reader(http)))
  }

  update({ http, body }: Input<typeof settingsBody>) {
    return inOwnScope(async () => {
      await setSettings(body.kinds)
      return ownSettings(new Reader(http))
    })
  }
}
