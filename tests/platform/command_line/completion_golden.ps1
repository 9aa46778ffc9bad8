Register-ArgumentCompleter -Native -CommandName 'gnn-repro' -ScriptBlock {
  param($word, $ast, $cursor)
  $typed = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  # Values that the program knows, of the folder that a flag names where it was typed.
  $ask = {
    param($kind, $within)
    $place = @()
    for ($i = 2; $within -and $i -lt $typed.Count; $i++) {
      if ($typed[$i] -eq $within -and $i + 1 -lt $typed.Count) { $place = @("--out=$($typed[$i + 1])") }
      if ($typed[$i].StartsWith("$within=")) { $place = @("--out=$($typed[$i].Substring($within.Length + 1))") }
    }
    & 'gnn-repro' complete $kind @place 2>$null
  }
  $verb = "$($typed[1])"
  $before = $typed[-1]
  $prefix = ''
  if ($word -match '^(--[^=]+)=(.*)$') { $before = $Matches[1]; $prefix = "$before="; $word = $Matches[2] }
  if ($typed.Count -gt 2 -and $verb -eq 'datasets') { $verb = "$verb $($typed[2])" }
  $offered = if ($typed.Count -lt 2) { 'repro', 'report', 'datasets' } else { switch ("$verb $before") {
    'repro --profile' { 'smoke', 'standard', '$(touch never)' }
    'repro --threads' { @() }
    'repro --out' { @() }
    'report --out' { @() }
    default { switch ($verb) {
      'datasets' { 'fetch', 'report' }
      'repro' { '--profile', '--threads', '--dry-run', '--out'; if (-not $word.StartsWith('-')) { & $ask 'suite' '' } }
      'report' { '--out'; if (-not $word.StartsWith('-')) { & $ask 'session' '--out' } }
      'datasets fetch' { '--json'; if (-not $word.StartsWith('-')) { & $ask 'dataset' '' } }
      'datasets report' { @() }
    } }
  } }
  $offered | Where-Object { $_ -and $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
  }
}
