"""
Learns how to weigh the features of candidate functions (piece-rows.ts) so that the function a sentence describes comes
first. A linear model under a softmax over each question's candidates. Repositories named in VALID decide.

VALID=a+b,c+d python3 scripts/knowledge/train-pieces.py ROWS-FOLDER weights.json
"""
import glob, json, os, sys
import numpy as np
import torch

folder, out = sys.argv[1:3]
VALID = set(os.environ.get('VALID', '').split(','))
device = 'cuda' if torch.cuda.is_available() else 'cpu'
features, sets = None, {}
for file in sorted(glob.glob(folder + '/*.json')):
    d = json.load(open(file)); features = d['features']
    sets[os.path.basename(file)[:-5]] = (np.fromfile(file[:-5] + '.f32', dtype=np.float32).reshape(-1, len(features)), d['groups'])

WIDE = 264
def tensors(names, keep=lambda g: True):
    X, Y, M, S = [], [], [], []
    for si, name in enumerate(names):
        x, groups = sets[name]; at = 0
        for g in groups:
            rows = x[at:at + g['n']]; at += g['n']
            if not keep(g): continue
            n = min(g['n'], WIDE)
            a = np.zeros((WIDE, x.shape[1]), np.float32); a[:n] = rows[:n]
            y = np.zeros(WIDE, np.float32); y[[h for h in g['hits'] if h < WIDE]] = 1
            m = np.zeros(WIDE, bool); m[:n] = True
            X.append(a); Y.append(y); M.append(m); S.append(si)
    return [torch.tensor(np.array(v)).to(device) for v in (X, Y, M, S)]

def score(model, data):
    X, Y, M, S = data
    with torch.no_grad(): s = model(X).masked_fill(~M, -1e9)
    y = Y.gather(1, s.argsort(1, descending=True))
    hit = lambda k: (y[:, :k].sum(1) > 0).float()
    per = [torch.stack([hit(1)[S == i].mean(), hit(5)[S == i].mean(), hit(10)[S == i].mean(), (y.sum(1) > 0).float()[S == i].mean()]) for i in S.unique()]
    return (100 * torch.stack(per).mean(0)).tolist()

train = [n for n in sets if n not in VALID]
valid = [n for n in sets if n in VALID]
tr, va = tensors(train, lambda g: g['hits']), tensors(valid)
X, Y, M, S = tr
flat = X[M]; mean, std = flat.mean(0), flat.std(0).clamp(min=1e-6)
weight = 1 / torch.bincount(S).float()[S]; weight = weight / weight.mean()

class Linear(torch.nn.Module):
    def __init__(s):
        super().__init__(); s.w = torch.nn.Parameter(torch.zeros(X.shape[2], device=device))
    def forward(s, x): return ((x - mean) / std) @ s.w

class Deep(torch.nn.Module):
    def __init__(s, h=16):
        super().__init__(); s.a = torch.nn.Linear(X.shape[2], h, device=device); s.b = torch.nn.Linear(h, 1, device=device); s.l = torch.nn.Linear(X.shape[2], 1, device=device)
    def forward(s, x):
        z = ((x - mean) / std).clamp(-5, 5)
        return (s.b(torch.nn.functional.gelu(s.a(z))) + s.l(z)).squeeze(-1)

def fit(model, l2, l1=0.0, epochs=300, lr=0.03, batch=None):
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for _ in range(epochs):
        for b in torch.randperm(len(X), device=device).split(batch or len(X)):
            lp = torch.log_softmax(model(X[b]).masked_fill(~M[b], -1e9), 1)
            loss = (-(lp * Y[b]).sum(1) / Y[b].sum(1).clamp(min=1) * weight[b]).mean()
            reg = sum((p ** 2).sum() for p in model.parameters()) * l2
            if l1: reg = reg + l1 * model.w.abs().sum()
            opt.zero_grad(); (loss + reg).backward(); opt.step()
        sched.step()
    return model

f = lambda v: ' / '.join(f'{x:.1f}' for x in v)
print('recall@1 / 5 / 10 / among the candidates;', len(train), 'repositories to learn from,', len(valid), 'to choose by')
for name in ('text', 'meaning', 'answers'):
    m = Linear(); m.w.data[features.index('rel_' + name)] = 1
    print(f'{name:10} alone | valid', f(score(m, va)))
m = Linear(); m.w.data[features.index('rel_text')] = std[features.index('rel_text')]; m.w.data[features.index('meaning')] = 0.8 * std[features.index('meaning')]
print('text + 0.8 meaning | valid', f(score(m, va)))
best = None
for l1 in (0.0, 0.002, 0.006):
    m = fit(Linear(), 1e-4, l1); v = score(m, va)
    print('linear l1', l1, 'learned', f(score(m, tr)), '| valid', f(v), 'weights', int((m.w.abs() > 0.01).sum()))
    if best is None or v[1] + v[2] > best[0]: best = (v[1] + v[2], m)
if os.environ.get('DEEP'):
    torch.manual_seed(0)
    for h, l2 in ((16, 3e-4), (12, 1e-3)):
        d = fit(Deep(h), l2, epochs=40, lr=0.004, batch=512)
        print('deep', h, 'learned', f(score(d, tr)), '| valid', f(score(d, va)))
m = best[1]
w = (m.w.detach() / std).cpu().numpy()
order = sorted(range(len(features)), key=lambda i: -abs(m.w[i].item()))
print(', '.join(f'{features[i]} {m.w[i].item():.2f}' for i in order[:30]))
json.dump({features[i]: round(float(w[i]), 5) for i in range(len(features)) if abs(m.w[i].item()) > 0.003}, open(out, 'w'), indent=1)
