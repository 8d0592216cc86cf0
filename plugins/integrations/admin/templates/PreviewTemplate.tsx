import type { ContractTemplate } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ErrorState, mono, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { MethodBadge } from '../pieces/MethodBadge.js'

interface PreviewTemplateProps {
  template: ContractTemplate
  onClose: () => void
}

/** The endpoints of one version of a template. */
export default function PreviewTemplate({ template, onClose }: PreviewTemplateProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.templates.${key}`, values)
  const [version, setVersion] = useState(template.version)
  const read = useRead<ContractTemplate>(['contract-templates', template.id], {
    query: { version },
    keepPrevious: true,
  })
  const { contractDefinition, versions = [] } = read.data ?? {}
  return (
    <PlainDialog
      title={template.name}
      description={template.description}
      onClose={onClose}
      footer={
        <Button variant="contained" onClick={onClose}>
          {translate('kit.close')}
        </Button>
      }
    >
      {read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : !contractDefinition ? (
        <RowsSkeleton rows={4} />
      ) : (
        <Box sx={{ px: 3, pb: 3, display: 'flex', flexDirection: 'column', gap: 1.25 }}>
          {versions.length > 1 && (
            <TextField
              select
              label={text('versionLabel')}
              value={version}
              onChange={(event) => setVersion(event.target.value)}
            >
              {versions.map((one) => (
                <MenuItem key={one} value={one}>
                  {one}
                </MenuItem>
              ))}
            </TextField>
          )}
          {contractDefinition.hints.map((hint) => (
            <Alert key={hint} severity="info">
              {hint}
            </Alert>
          ))}
          {contractDefinition.endpoints.map(({ key, method, name, path }) => (
            <Box key={key} sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
              <Box sx={{ width: 64, flex: 'none' }}>
                <MethodBadge method={method} />
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
                <Typography
                  variant="body2"
                  color="textSecondary"
                  sx={{ fontFamily: mono, overflowWrap: 'anywhere' }}
                >
                  {path}
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </PlainDialog>
  )
}
