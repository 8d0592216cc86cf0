import { isVisible, useApi, usePermissions } from '@crossdock/admin/kit'
import { useQueries } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRegistry } from '../registry/context.js'
import { matchesQuery, type PaletteItem } from './model.js'
import { useRecent } from './recent.js'

/** Maximum number of results per provider. */
const MOST = 6

interface PaletteItems {
  items: PaletteItem[]
  isSearching: boolean
  /** The providers whose search failed. */
  failed: string[]
  note: (item: PaletteItem) => void
}

/**
 * The palette's items for a text: earlier choices, screens, actions, and the results of each
 * provider. `settled` is the text after a pause in typing.
 */
export function useItems(query: string, settled: string): PaletteItems {
  const translate = useTranslate()
  const who = usePermissions()
  const api = useApi()
  const { menu, commands, searchProviders, tabs } = useRegistry()
  const [recent, note] = useRecent()
  const word = (label: string) => translate(label, { _: label })

  const screens = menu
    .filter((entry) => isVisible(entry, who))
    .map(({ to, label, icon, key }): PaletteItem => ({
      key: `screen:${to}`,
      group: translate('palette.group.screens'),
      label: word(label),
      icon,
      to,
      ...(key && { keys: `g ${key}` }),
    }))
  const settings = tabs
    .filter((tab) => tab.page === 'settings' && isVisible(tab, who))
    .filter(({ label, keywords }) => matchesQuery(query, word(label), keywords && word(keywords)))
    .map(({ id, label }): PaletteItem => ({
      key: `settings:${id}`,
      group: translate('settings.title'),
      label: word(label),
      icon: Settings2,
      to: `/settings?tab=${id}`,
    }))
  const actions = commands
    .filter((command) => isVisible(command, who))
    .filter(({ label, keywords }) => matchesQuery(query, word(label), keywords && word(keywords)))
    .map((command): PaletteItem => ({
      key: `command:${command.id}`,
      group: translate('palette.group.actions'),
      label: word(command.label),
      icon: command.icon,
      to: command.to,
      command,
    }))
  const providers = searchProviders.filter((provider) => isVisible(provider, who))
  const found = useQueries({
    queries: providers.map(({ id, search }) => ({
      queryKey: ['palette', id, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(settled, api, signal),
      enabled: settled !== '',
      retry: false,
      staleTime: 10_000,
      gcTime: 30_000,
    })),
  })
  const isSettled = query === settled
  const hits = providers.flatMap(({ id, label, icon }, at): PaletteItem[] =>
    (isSettled && settled ? (found[at]?.data ?? []) : []).slice(0, MOST).map((hit) => ({
      key: `${id}:${hit.id}`,
      group: word(label),
      label: hit.label,
      detail: hit.detail,
      icon: hit.icon ?? icon,
      to: hit.to,
    }))
  )

  const shown = screens.filter(({ label }) => matchesQuery(query, label))
  const known = [...shown, ...actions, ...settings, ...hits]
  // Only items that this person may still see, with their current label and icon.
  const recentItems = recent.flatMap(({ key, label, detail, to }): PaletteItem[] => {
    if (!matchesQuery(query, label)) return []
    const group = translate('palette.group.recent')
    const current = known.find((item) => item.key === key)
    if (current) return [{ ...current, group }]
    const provider = providers.find(({ id }) => key.startsWith(`${id}:`))
    return provider && to ? [{ key, group, label, detail, icon: provider.icon, to }] : []
  })
  const recentKeys = new Set(recentItems.map(({ key }) => key))
  return {
    items: [...recentItems, ...known.filter(({ key }) => !recentKeys.has(key))],
    isSearching: query !== '' && (!isSettled || found.some(({ isFetching }) => isFetching)),
    failed:
      isSettled && settled
        ? providers.filter((_, at) => found[at]?.isError).map(({ label }) => word(label))
        : [],
    note,
  }
}
