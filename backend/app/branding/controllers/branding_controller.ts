import { grants } from '@crossdock/backend/access'
import type { Input } from '@crossdock/kernel/http'
import { removeLogo, setLogo } from '../actions/set_logo.js'
import { setBranding } from '../actions/set_branding.js'
import { verifyDomain } from '../actions/verify_domain.js'
import { colorsOf, ratiosOf, unreadableOf } from '../contracts/looks.js'
import { findBranding } from '../queries/branding.js'
import { showBranding, showDomain } from '../transformers/branding.js'
import type { brandingBody, colorsQuery } from '../validators/branding.js'

// Branding applies to all environments.
const assertMayChange = () => grants.use().assertMayGrant({ environmentId: null })

/** The branding of the caller's organization. */
export default class BrandingController {
  async show() {
    return showBranding(await findBranding())
  }

  async update({ body }: Input<typeof brandingBody>) {
    await assertMayChange()
    await setBranding(body)
    return this.show()
  }

  colors({
    query: { primaryColor = null, accentColor = null },
  }: Input<undefined, typeof colorsQuery>) {
    const chosen = { primaryColor, accentColor }
    const colors = colorsOf(chosen)
    const ratios = colors && {
      light: ratiosOf(colors.light, 'light'),
      dark: ratiosOf(colors.dark, 'dark'),
    }
    return { colors, ratios, unreadable: unreadableOf(chosen) }
  }

  async storeLogo({ body }: Input<Buffer>) {
    await assertMayChange()
    await setLogo(body)
    return this.show()
  }

  async destroyLogo() {
    await assertMayChange()
    await removeLogo()
  }

  async verify() {
    const looked = await verifyDomain()
    const { row } = await findBranding()
    return { ...looked, branding: showDomain(row) }
  }
}
