import { Download, FolderSync, Info, RotateCcw, Upload, type LucideIcon } from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  sync_folder: FolderSync,
  upload_files: Upload,
  download_files: Download,
  system_info: Info,
  restart_agent: RotateCcw,
}

export const commandIcon = (type: string): LucideIcon => icons[type] ?? Info
