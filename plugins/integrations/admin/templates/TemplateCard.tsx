import type { ContractTemplate } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { ActionMenu, Badge, IconTile } from '@crossdock/admin/kit'
import { LayoutTemplate, PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'

interface TemplateCardProps {
  template: ContractTemplate
  canUse: boolean
  /** Whether the person may change and delete the template. */
  canChange: boolean
  onOpen: (kind: 'use' | 'preview' | 'edit' | 'delete') => void
}

/** A template with its actions. */
export function TemplateCard({ template, canUse, canChange, onOpen }: TemplateCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.templates.${key}`, values)
  const { name, description, endpointCount, version, isActive } = template
  return (
    <Card
      component="article"
      aria-label={name}
      sx={{ display: 'flex', flexDirection: 'column', p: 2.25, pb: 1.5 }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <IconTile icon={LayoutTemplate} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {text('endpoints', { smart_count: endpointCount })}
          </Typography>
        </Box>
        {!isActive && <Badge variant="outline">{translate('kit.inactive')}</Badge>}
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ flex: 1, my: 1.75, overflowWrap: 'anywhere' }}
      >
        {description}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {canUse && (
          <Button
            size="small"
            variant="outlined"
            aria-label={text('useOf', { name })}
            onClick={() => onOpen('use')}
          >
            {text('use')}
          </Button>
        )}
        <Button
          size="small"
          aria-label={text('previewOf', { name })}
          onClick={() => onOpen('preview')}
        >
          {text('preview')}
        </Button>
        <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto' }}>
          {text('version', { version })}
        </Typography>
        {canChange && (
          <ActionMenu
            label={translate('integrations.actionsFor', { name })}
            actions={[
              { label: text('edit.open'), icon: PenLine, onSelect: () => onOpen('edit') },
              {
                label: text('confirmDelete.confirm'),
                icon: Trash2,
                destructive: true,
                onSelect: () => onOpen('delete'),
              },
            ]}
          />
        )}
      </Box>
    </Card>
  )
}
