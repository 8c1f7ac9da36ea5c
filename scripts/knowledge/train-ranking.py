"""
Learns how to weigh the features of candidate files (rank-rows.ts) so that the files a commit changed come first.
A linear model under a softmax over each question's candidates. Datasets named VALID decide; those named dev- are only shown.

python3 scripts/knowledge/train-ranking.py ROWS-FOLDER weights.json
"""
import glob, json, os, sys
import numpy as np
import torch

folder, out = sys.argv[1:3]
VALID = set(os.environ.get('VALID', 'pytest-dev+pytest,rollup+rollup,caddyserver+caddy,tornadoweb+tornado,gofiber+fiber,stylelint+stylelint,google+gson,expressjs+express,mahmoud+boltons,pallets+click').split(','))
device = 'cuda' if torch.cuda.is_available() else 'cpu'
features, sets = None, {}
for file in sorted(glob.glob(folder + '/*.json')):
    d = json.load(open(file)); features = d['features']
    x = np.fromfile(file[:-5] + '.f32', dtype=np.float32).reshape(-1, len(features))
    if d['files'] < 8: continue
    sets[os.path.basename(file)[:-5]] = (x, d['groups'])

WIDE = 160
def tensors(names, keep=lambda g: True):
    X, Y, M, T, S = [], [], [], [], []
    for si, name in enumerate(names):
        x, groups = sets[name]; at = 0
        for g in groups:
            rows = x[at:at + g['n']]; at += g['n']
            if not keep(g): continue
            n = min(g['n'], WIDE)
            a = np.zeros((WIDE, x.shape[1]), np.float32); a[:n] = rows[:n]
            y = np.zeros(WIDE, np.float32); y[[h for h in g['hits'] if h < WIDE]] = 1
            m = np.zeros(WIDE, bool); m[:n] = True
            X.append(a); Y.append(y); M.append(m); T.append(g['total']); S.append(si)
    return [torch.tensor(np.array(v)).to(device) for v in (X, Y, M, T, S)]

def score(model, data):
    X, Y, M, T, S = data
    with torch.no_grad(): s = model(X).masked_fill(~M, -1e9)
    order = s.argsort(1, descending=True); y = Y.gather(1, order)
    r5, r10 = y[:, :5].sum(1) / T, y[:, :10].sum(1) / T
    first = torch.where(y.sum(1) > 0, y.argmax(1) + 1.0, torch.tensor(1e9, device=device))
    mrr = torch.where(first <= 10, 1 / first, torch.zeros_like(first))
    per = [torch.stack([r5[S == i].mean(), r10[S == i].mean(), mrr[S == i].mean()]) for i in S.unique()]
    return (100 * torch.stack(per).mean(0)).tolist()

train = [n for n in sets if n not in VALID and not n.startswith('dev-')]
valid = [n for n in sets if n in VALID]; dev = [n for n in sets if n.startswith('dev-')]
print('train', len(train), 'valid', valid, 'dev', dev)
tr, va = tensors(train, lambda g: g['hits']), tensors(valid)
dq, dp = tensors(dev, lambda g: not g['plain']), tensors(dev, lambda g: g['plain'])
X, Y, M, T, S = tr
flat = X[M]; mean, std = flat.mean(0), flat.std(0).clamp(min=1e-6)
count = torch.bincount(S).float(); weight = 1 / count[S]; weight = weight / weight.mean()

class Linear(torch.nn.Module):
    def __init__(s, keep=None):
        super().__init__(); s.w = torch.nn.Parameter(torch.zeros(X.shape[2], device=device)); s.keep = keep
    def forward(s, x):
        z = (x - mean) / std
        return z @ (s.w if s.keep is None else s.w * s.keep)
class Deep(torch.nn.Module):
    def __init__(s, h=24):
        super().__init__(); s.a = torch.nn.Linear(X.shape[2], h, device=device); s.b = torch.nn.Linear(h, 1, device=device); s.lin = torch.nn.Linear(X.shape[2], 1, device=device)
        torch.nn.init.zeros_(s.lin.weight)
    def forward(s, x):
        z = ((x - mean) / std).clamp(-5, 5)
        return (s.b(torch.nn.functional.gelu(s.a(z))) + s.lin(z)).squeeze(-1)

def fit(model, l2, l1=0.0, epochs=400, lr=0.03, batch=None):
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for e in range(epochs):
        ids = torch.randperm(len(X), device=device)
        for b in ids.split(batch or len(X)):
            s = model(X[b]).masked_fill(~M[b], -1e9)
            lp = torch.log_softmax(s, 1)
            loss = (-(lp * Y[b]).sum(1) / Y[b].sum(1).clamp(min=1) * weight[b]).mean()
            reg = sum((p ** 2).sum() for p in model.parameters()) * l2
            if l1: reg = reg + l1 * model.w.abs().sum()
            opt.zero_grad(); (loss + reg).backward(); opt.step()
        sched.step()
    return model

f = lambda v: ' / '.join(f'{x:.1f}' for x in v)
best = None
for l1 in (0.0, 0.002, 0.006):
    m = fit(Linear(), 1e-4, l1)
    print('linear l1', l1, 'train', f(score(m, tr)), '| valid', f(score(m, va)), '| dev', f(score(m, dq)), '| plain', f(score(m, dp)), 'nonzero', int((m.w.abs() > 0.01).sum()))
    v = score(m, va)
    if best is None or sum(v) > best[0]: best = (sum(v), m)
m = best[1]
w = (m.w.detach() / std).cpu().numpy()
names = sorted(range(len(features)), key=lambda i: -abs(m.w[i].item()))
print(', '.join(f'{features[i]} {m.w[i].item():.2f}' for i in names[:40]))
json.dump({features[i]: round(float(w[i]), 5) for i in range(len(features)) if abs(m.w[i].item()) > 0.003}, open(out, 'w'), indent=1)
torch.manual_seed(0)
for h, l2 in ((24, 3e-4), (16, 1e-3)):
    d = fit(Deep(h), l2, epochs=40, lr=0.004, batch=512)
    print('deep', h, l2, 'train', f(score(d, tr)), '| valid', f(score(d, va)), '| dev', f(score(d, dq)), '| plain', f(score(d, dp)))
base = Linear(); i = features.index('mix'); base.w.data[i] = 1
print('mix alone | valid', f(score(base, va)), '| dev', f(score(base, dq)))
