/** German texts of SFTP servers as systems. */
export default {
  'SFTP server': 'SFTP-Server',
  'Files on a server that is reached by SSH; sync contracts keep folders equal with it.':
    'Dateien auf einem Server, der über SSH erreicht wird; Sync-Verträge gleichen Ordner mit ihm ab.',
  Host: 'Host',
  Port: 'Port',
  '22 when left out.': 'Ohne Angabe 22.',
  Folder: 'Ordner',
  'All paths are below this folder. Default: the home folder of the account.':
    'Alle Pfade liegen darunter. Ohne Angabe der Heimatordner des Kontos.',
  'Host key': 'Host-Schlüssel',
  'Fingerprint of the key by which the server proves that it is the right one. Test the connection to read it, and compare it with what its operator says.':
    'Fingerabdruck des Schlüssels, mit dem der Server beweist, dass er der richtige ist. Testen Sie die Verbindung, um ihn zu lesen, und vergleichen Sie ihn mit der Angabe des Betreibers.',
  'SSH password': 'SSH-Passwort',
  'Signs in to an SSH server with a user name and a password.':
    'Meldet sich bei einem SSH-Server mit Benutzername und Passwort an.',
  'SSH key': 'SSH-Schlüssel',
  'Signs in to an SSH server with a private key.':
    'Meldet sich bei einem SSH-Server mit einem privaten Schlüssel an.',
  'In the format of OpenSSH, or PEM.': 'Im Format von OpenSSH oder als PEM.',
}
