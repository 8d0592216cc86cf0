import { FolderOpen, Monitor, Server, type LucideIcon } from 'lucide-react'
import type { EndType } from '../model.js'

export const endIcons: Record<EndType, LucideIcon> = {
  local_folder: Monitor,
  asset_folder: FolderOpen,
  external_system: Server,
}
