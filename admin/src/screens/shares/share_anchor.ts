import type { Asset } from '@crossdock/client'

/** Returns the focused share button, else the button or row of the only asset; null with several assets or a hidden row. */
export function anchorFor(assets: readonly Pick<Asset, 'id'>[]): Element | null {
  const [only, ...others] = assets
  const pressed = document.activeElement?.closest('[data-share]')
  if (pressed || !only || others.length > 0) return pressed ?? null
  const row = document.querySelector(`[data-list] [data-record="${CSS.escape(only.id)}"]`)
  return row?.querySelector('[data-share]') ?? row
}
