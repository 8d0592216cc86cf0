import type { Input } from '@crossdock/kernel/http'
import { setProfile } from '../actions/set_profile.js'
import { ownProfile } from '../queries/profile.js'
import type { profileBody } from '../validators/profile.js'

export default class ProfileController {
  show() {
    return ownProfile()
  }

  async update({ body }: Input<typeof profileBody>) {
    await setProfile(body)
    return ownProfile()
  }
}
