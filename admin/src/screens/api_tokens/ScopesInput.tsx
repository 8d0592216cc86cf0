import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { SearchField } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { ScopeGroup } from './ScopeGroup.js'
import { groupByDomain, matching, useScopes } from './use_scopes.js'

/** Common choices. Permissions of plugins that are not installed are left out. */
const presets: Record<string, (scope: string) => boolean> = {
  readOnly: (scope) => scope.endsWith('.read'),
  uploadFiles: (scope) => ['assets.read', 'assets.write'].includes(scope),
  runWorkflows: (scope) => ['flows.read', 'flows.run'].includes(scope),
}

/** The permissions of a token by domain, with a search. */
export function ScopesInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.form.${key}`, values)
  const id = useId()
  const all = useScopes()
  const [search, setSearch] = useState('')
  const { field, fieldState } = useController<{ scopes: string[] }, 'scopes'>({
    name: 'scopes',
    rules: { validate: (chosen) => chosen.length > 0 || text('scopesRequired') },
  })
  const chosen = new Set(field.value)
  const shown = matching(all, search)
  const set = (names: Iterable<string>) => field.onChange([...new Set(names)])
  const toggle = (name: string) =>
    set(chosen.has(name) ? field.value.filter((one) => one !== name) : [...field.value, name])
  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <Typography id={`${id}-label`} variant="body2" sx={{ fontWeight: 500, mb: 1 }}>
        {text('count', { count: chosen.size, total: all.length })}
      </Typography>
      {/* Above the list, which is longer than the screen. */}
      <FormHelperText id={`${id}-help`} error={Boolean(fieldState.error)}>
        {fieldState.error?.message}
      </FormHelperText>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        {Object.entries(presets).map(([preset, fits]) => (
          <Button
            key={preset}
            size="small"
            variant="outlined"
            onClick={() => set(all.map(({ name }) => name).filter(fits))}
          >
            {text(`preset.${preset}`)}
          </Button>
        ))}
      </Box>
      <SearchField placeholder={text('search')} value={search} onChange={setSearch} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1 }}>
        <Button size="small" onClick={() => set([...field.value, ...shown.map((s) => s.name)])}>
          {text('chooseShown')}
        </Button>
        <Button size="small" disabled={chosen.size === 0} onClick={() => set([])}>
          {text('clear')}
        </Button>
      </Box>
      <Box
        ref={field.ref}
        tabIndex={-1}
        sx={{
          border: 1,
          borderColor: fieldState.error ? 'error.main' : 'divider',
          borderRadius: '8px',
          px: 1.5,
          py: 1,
        }}
      >
        {groupByDomain(shown).map(([domain, scopes]) => (
          <ScopeGroup
            key={domain}
            domain={domain}
            scopes={scopes}
            chosen={chosen}
            onToggle={toggle}
          />
        ))}
        {shown.length === 0 && (
          <Typography color="textSecondary" role="status">
            {text('none', { search })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
