import type { FolderBinding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ActiveBadge, Badge, formatBytes } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { pathOf } from './binding_form.js'

/** A bound folder, with the system's permissions and the rules for files. */
export function BindingRow({ binding, action }: { binding: FolderBinding; action?: ReactNode }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.bindings.${key}`, values)
  const { include, exclude, mimeTypes, maxSize } = binding.visibilityRules
  const named = (key: string, list: string[] | undefined) =>
    list?.length ? [text(`rule.${key}`, { list: list.join(', ') })] : []
  const rules = [
    ...named('include', include),
    ...named('exclude', exclude),
    ...named('mimeTypes', mimeTypes),
    ...(maxSize === undefined ? [] : [text('rule.maxSize', { size: formatBytes(maxSize) })]),
  ]
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {pathOf(binding)}
          </Typography>
          {binding.permissions.map((permission) => (
            <Badge key={permission} variant="outline">
              {text(`permission.${permission}`)}
            </Badge>
          ))}
          <ActiveBadge isActive={binding.isActive} />
        </Box>
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ mt: 0.25, overflowWrap: 'anywhere' }}
        >
          {rules.length > 0 ? rules.join(' · ') : text('rule.none')}
        </Typography>
      </Box>
      {action}
    </Box>
  )
}
