import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { timing } from '#contract/limits/timing.ts';
import { announce } from './announce.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced and shown for two seconds. */
  copiedLabel: string;
}

export const CopyButton = ({ text, label, copiedLabel }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), timing.copyFeedback);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(copiedLabel);
  };
  return <IconButton label={copied ? copiedLabel : label} icon={<Icon of={copied ? Check : Copy} />} onPress={() => void copy()} />;
};
