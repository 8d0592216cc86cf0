/** German texts of variables. */
export default {
  'See the variables of environments, and the names of their secrets':
    'Variablen von Umgebungen sehen, von Geheimnissen die Namen',
  'Create, change and delete variables and secrets of environments':
    'Variablen und Geheimnisse von Umgebungen anlegen, ändern und löschen',
  'Added the variable {name}': 'Variable {name} hinzugefügt',
  'Added the secret {name}': 'Geheimnis {name} hinzugefügt',
  'Changed the variable {name}': 'Variable {name} geändert',
  'Changed the secret {name}': 'Geheimnis {name} geändert',
  'Deleted the variable {name}': 'Variable {name} gelöscht',
  'Deleted the secret {name}': 'Geheimnis {name} gelöscht',
  'There is no variable with the id "{id}" in this environment.':
    'Eine Variable mit der ID „{id}“ gibt es in dieser Umgebung nicht.',
  'There is a variable {name} in this environment already. Change that one.':
    'Eine Variable {name} gibt es in dieser Umgebung schon. Ändern Sie diese.',
  'An environment has at most {most} variables. Delete one first.':
    'Eine Umgebung hat höchstens {most} Variablen. Löschen Sie zuerst eine.',
  'A variable keeps its name, by which it is used. Add {name} and delete {old}.':
    'Eine Variable behält ihren Namen, unter dem sie verwendet wird. Fügen Sie {name} hinzu, und löschen Sie {old}.',
  '{name} is a secret and stays one. Delete it and add it again to make it readable.':
    '{name} ist ein Geheimnis und bleibt eines. Löschen Sie es, und legen Sie es neu an, um es lesbar zu machen.',
  '{text} is not a valid placeholder for a variable. Write {right}: capital letters, digits and _.':
    '{text} ist kein gültiger Platzhalter für eine Variable. Schreiben Sie {right}: Großbuchstaben, Ziffern und _.',
  'Give a value: it may be empty, but not null.':
    'Geben Sie einen Wert an: Er darf leer sein, aber nicht null.',
  '{name} is used by {users}. Change that first.':
    '{name} wird verwendet von {users}. Ändern Sie das zuerst.',
  '{name} is used by {users} and {more} more. Change those first.':
    '{name} wird verwendet von {users} und {more} weiteren. Ändern Sie diese zuerst.',
  '{name} is used in {count} places you may not see. Change those first.':
    '{name} wird an {count} Stellen verwendet, die Sie nicht sehen dürfen. Ändern Sie diese zuerst.',
  'The variable {name} refers to itself.': 'Die Variable {name} verweist auf sich selbst.',
  'The variable {name} refers to itself through {others}.':
    'Die Variable {name} verweist über {others} auf sich selbst.',
  'The variable {name} refers to others more than {most} deep. Shorten the chain.':
    'Die Variable {name} verweist mehr als {most} Stufen tief auf andere. Kürzen Sie die Kette.',
  'The variable {name} has more than {most} KiB, including the variables it refers to.':
    'Die Variable {name} hat mit dem, worauf sie verweist, mehr als {most} KiB.',
  'The variable {name} does not exist in this environment. Add it under Integrations, Variables.':
    'Die Variable {name} gibt es in dieser Umgebung nicht. Fügen Sie sie unter Integrationen, Variablen hinzu.',
  'The variable {name}, which {by} refers to, does not exist in this environment. Add it under Integrations, Variables.':
    'Die Variable {name}, auf die {by} verweist, gibt es in dieser Umgebung nicht. Fügen Sie sie unter Integrationen, Variablen hinzu.',
  'The {field} must not be longer than {kib} KiB.':
    'Das Feld {field} darf nicht länger als {kib} KiB sein.',
  'The {field} contains a control character. Only line breaks and tabs are allowed.':
    'Das Feld {field} enthält ein Steuerzeichen. Zeilenenden und Tabulatoren sind erlaubt, andere nicht.',
}
