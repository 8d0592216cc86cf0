import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { PlainDialog, shortcuts, type Shortcut } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useSyncExternalStore } from 'react'
import { Keys } from './Keys.js'

// The toaster's own shortcut, which works in dialogs too.
const toast = { keys: 'F8', label: 'palette.keys.toast', group: 'palette.keys.all' }

const groupOrder = ['kit.keys.screen', 'kit.keys.list', 'palette.keys.go', 'palette.keys.all']

/** The shortcuts of the current screen. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const all = useSyncExternalStore(shortcuts.subscribe, shortcuts.all)
  return (
    <PlainDialog
      title={translate('palette.keys.title')}
      description={translate('palette.keys.text')}
      onClose={onClose}
    >
      <Box sx={{ px: 3, pb: 3, display: 'grid', gap: 2.5 }}>
        {groupsOf([...all, toast]).map(([group, entries]) => (
          <section key={group} aria-label={translate(group, { _: group })}>
            <Typography
              variant="h3"
              sx={{ mb: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}
            >
              {translate(group, { _: group })}
            </Typography>
            <Box component="dl" sx={{ m: 0 }}>
              {entries.map(({ keys, label, also }) => (
                <Box
                  key={keys}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2,
                    py: 0.75,
                    borderBottom: 1,
                    borderColor: 'divider',
                  }}
                >
                  <Typography component="dt" sx={{ flex: 1, minWidth: 0 }}>
                    {translate(label, { _: label })}
                  </Typography>
                  <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1 }}>
                    <Keys keys={keys} />
                    {also && <Keys keys={also} />}
                  </Box>
                </Box>
              ))}
            </Box>
          </section>
        ))}
      </Box>
    </PlainDialog>
  )
}

type Entry = Pick<Shortcut, 'keys' | 'label' | 'group' | 'also'>

// Of two shortcuts with the same keys the later one wins.
function groupsOf(all: readonly Entry[]): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>(groupOrder.map((group) => [group, []]))
  for (const entry of new Map(all.map((one) => [one.keys, one])).values()) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  }
  return [...groups].filter(([, entries]) => entries.length > 0)
}
